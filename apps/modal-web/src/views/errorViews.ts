export { ToastLine } from "../ui/ToastLine.tsx"
export { NoWallets } from "./connect/NoWallets.tsx"
export { RestoreFailure } from "./connect/RestoreFailure.tsx"
export { ProblemNotice } from "./ProblemNotice.tsx"
