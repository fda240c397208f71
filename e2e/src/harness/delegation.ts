import { controlChain } from "./payments.ts"
import type { TestWorld } from "./testWorld.ts"

/** What the mock server has on every chain: a contract that does several calls as one. */
const batchExecutor = "ba5105612be9b23398b36fdf7f10ba07262c2c63"

/** From now on this account does several calls as one, as after its first batch (EIP-7702). */
export const delegateAccount = (world: TestWorld, chainId: number, address: string): Promise<void> =>
  controlChain(world, chainId, "anvil_setCode", [address, `0xef0100${batchExecutor}`])
