import { OtpView } from "./OtpView.tsx"

/** Shows that they have that of the new one, too. */
export const UpdateEmailSecondaryOtp = () => <OtpView purpose="newEmail" />
