import type { TestProject } from "vitest/node"
import { getCdnFolder, packModal } from "./src/harness/packedModal.ts"
import { forgetReached } from "./src/harness/reachedItems.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the packed modal's script-tag build. */
    cdn: string
  }
}

/** Pages load the modal as it is published: packed once for each run. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  forgetReached()
  const { folder, remove } = await packModal()
  provide("cdn", getCdnFolder(folder))
  return remove
}
