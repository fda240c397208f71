import { getHistory, getSupportedChains } from "@wmodal/api"
import { expect, it } from "vitest"
import { bitcoinAccounts } from "./bitcoinAccounts.ts"
import { makeRestClient } from "./testing/rest.ts"

const mainnet = "bip122:000000000019d6689c085ae165831e93"
const testnet = "bip122:000000000933ea01ad0ee984209779ba"
const own = bitcoinAccounts.mainnet[0]?.segwit ?? ""

const get = async (path: string) => {
  const { ask } = makeRestClient()
  const common = "projectId=p&currency=usd&st=wmodal&sv=react-bitcoin-0.1.0"
  const url = `${path}${path.includes("?") ? "&" : "?"}${common}`
  const response = await ask(url, { headers: { origin: "https://shop.example" } })
  return { status: response.status, body: await response.json() }
}

it("lists the Bitcoin networks among the supported ones", async () => {
  const { body } = await get("/v1/supported-chains")
  expect(getSupportedChains.response.parse(body).http).toEqual(expect.arrayContaining([mainnet, testnet]))
})

it("returns empty balances and history for Bitcoin accounts, without an error", async () => {
  for (const chain of [`?chainId=${mainnet}`, ""]) {
    const balance = await get(`/v1/account/${own}/balance${chain}`)
    expect(balance).toEqual({ status: 200, body: { balances: [] } })
  }
  const history = await get(`/v1/account/${own}/history?chainId=${mainnet}`)
  expect([history.status, getHistory.response.parse(history.body).data]).toEqual([200, []])
})

it("rejects an address of the other network and an invalid one", async () => {
  for (const [address, chainId] of [
    [own, testnet],
    ["nonsense", mainnet],
    ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", mainnet],
  ])
    expect(await get(`/v1/account/${address}/balance?chainId=${chainId}`)).toMatchObject({ status: 400 })
})
