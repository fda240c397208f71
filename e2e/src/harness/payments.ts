import type { World } from "./world.ts"

export interface Payments {
  readonly from: string
  readonly to: string
  readonly count: number
}

/** So many payments of 1 wei on a chain of this world, one after the other, past everything that is tested. */
export async function makePayments(world: World, chainId: number, { from, to, count }: Payments) {
  const url = `${world.blockchain}/control/worlds/${world.projectId}/rpc?chainId=eip155:${chainId}`
  for (let id = 0; id < count; id += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id,
        method: "eth_sendTransaction",
        params: [{ from, to, value: "0x1", gas: "0x5208" }],
      }),
    })
    const answer = await response.text()
    if (!answer.includes('"result"')) throw new Error(`A payment was not made: ${answer}`)
  }
}
