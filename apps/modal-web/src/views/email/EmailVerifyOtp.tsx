import { OtpView } from "./OtpView.tsx"

/** The code that completes a sign-in. */
export const EmailVerifyOtp = () => <OtpView purpose="signIn" />
