export { ToastLine } from "../ui/ToastLine.tsx"
export { AlertNotice } from "./AlertNotice.tsx"
export { NoWallets } from "./connect/NoWallets.tsx"
export { RestoreFailure } from "./connect/RestoreFailure.tsx"
