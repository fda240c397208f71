export { RestoreFailure } from "./connect/RestoreFailure.tsx"
export { ProblemNotice } from "./ProblemNotice.tsx"
