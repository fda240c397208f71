import { CodeView } from "./CodeView.tsx"

/** Signs in. */
export const EmailVerifyOtp = () => <CodeView purpose="signIn" />
