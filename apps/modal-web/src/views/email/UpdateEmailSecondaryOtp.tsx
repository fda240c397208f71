import { OtpView } from "./OtpView.tsx"

/** The code that proves access to the mailbox of the new address. */
export const UpdateEmailSecondaryOtp = () => <OtpView purpose="newEmail" />
