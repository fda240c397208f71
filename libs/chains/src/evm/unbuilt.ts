import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"

/** Until it stands. */
export const makeExplain =
  (_descriptors: readonly DescriptorFile[]): Actions["explain"] =>
  () =>
    Effect.die(new Error("Not here yet"))
