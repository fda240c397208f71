import "../../messages/signIn.ts"
import "../../ui/lateStrokes.ts"
import "./waysSheet.ts"

export { Way } from "./Way.tsx"
