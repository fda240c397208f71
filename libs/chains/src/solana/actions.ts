export { unbuiltActions as solanaActions } from "./unbuilt.ts"
