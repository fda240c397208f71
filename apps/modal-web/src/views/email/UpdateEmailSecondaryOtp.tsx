import { CodeView } from "./CodeView.tsx"

/** Shows that they have that of the new one, too. */
export const UpdateEmailSecondaryOtp = () => <CodeView purpose="newEmail" />
