import type { TestWorld } from "./testWorld.ts"

export interface PaymentsInput {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** Calls this world's chain directly. */
export async function controlChain(
  world: TestWorld,
  chainId: number,
  method: string,
  params: readonly unknown[],
): Promise<void> {
  const url = `${world.blockchain}/control/worlds/${world.projectId}/rpc?chainId=eip155:${chainId}`
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  const answer = await response.text()
  if (!answer.includes('"result"')) throw new Error(`${method} was not done: ${answer}`)
}

/** Makes this number of payments of 1 wei on a chain of this world, one after the other. */
export async function makePayments(world: TestWorld, chainId: number, { from, to, count }: PaymentsInput) {
  for (let made = 0; made < count; made += 1)
    await controlChain(world, chainId, "eth_sendTransaction", [{ from, to, value: "0x1", gas: "0x5208" }])
}
