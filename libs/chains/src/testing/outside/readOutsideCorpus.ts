import type { OutsideCase } from "./OutsideCase.ts"
import { readOutsideBitcoin } from "./readOutsideBitcoin.ts"
import { readOutsideEvm } from "./readOutsideEvm.ts"
import { readOutsideSolana } from "./readOutsideSolana.ts"

/** Every case of `testing-data/outside`. */
export const readOutsideCorpus = (): readonly OutsideCase[] => [
  ...readOutsideEvm(),
  ...readOutsideSolana(),
  ...readOutsideBitcoin(),
]
