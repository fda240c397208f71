import { controlChain } from "./payments.ts"
import type { TestWorld } from "./testWorld.ts"

/** The address of the batch executor, which the mock server deploys on every chain. */
const batchExecutor = "ba5105612be9b23398b36fdf7f10ba07262c2c63"

/** Delegates the account to the batch executor, as its first batch does (EIP-7702). */
export const delegateAccount = (world: TestWorld, chainId: number, address: string): Promise<void> =>
  controlChain(world, chainId, "anvil_setCode", [address, `0xef0100${batchExecutor}`])
