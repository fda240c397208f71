import { OtpView } from "./OtpView.tsx"

/** The code that proves access to the current mailbox before a change of address. */
export const UpdateEmailPrimaryOtp = () => <OtpView purpose="currentEmail" />
