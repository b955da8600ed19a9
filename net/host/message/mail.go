package message

// MaxParcel is the longest parcel in bytes.
const MaxParcel = 200
