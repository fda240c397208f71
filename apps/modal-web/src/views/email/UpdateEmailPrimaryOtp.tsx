import { CodeView } from "./CodeView.tsx"

/** Shows that whoever changes the address has the mailbox of the one in use. */
export const UpdateEmailPrimaryOtp = () => <CodeView purpose="currentEmail" />
