import { OtpView } from "./OtpView.tsx"

/** Shows that whoever changes the address has the mailbox of the one in use. */
export const UpdateEmailPrimaryOtp = () => <OtpView purpose="currentEmail" />
