import "../../messages/signIn.ts"
import "../../ui/viewIcons.ts"
import "./signInMethodsSheet.ts"

export { SignInMethod } from "./SignInMethod.tsx"
