import { OtpView } from "./OtpView.tsx"

/** Signs in. */
export const EmailVerifyOtp = () => <OtpView purpose="signIn" />
