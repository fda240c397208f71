import { createDevProvider } from "@wmodal/dev-wallet"
import { type MockServer, startMockServer } from "@wmodal/mock-server"
import { createPublicClient, createWalletClient, custom, parseEther, verifyMessage } from "viem"
import { mainnet } from "viem/chains"
import { afterAll, beforeAll, expect, test } from "vitest"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0 })
})
afterAll(() => server.close())

/** The test's replacement of a browser wallet, on a separate chain: each project id has its own chains. */
const connect = async (projectId: string) => {
  const rpcUrls = [`${server.worldUrl(projectId)}/rpc/eip155:1`]
  const transport = custom(createDevProvider({ networks: [{ chainId: 1, name: "Ethereum", rpcUrls }] }))
  const wallet = createWalletClient({ chain: mainnet, transport })
  const [account] = await wallet.requestAddresses()
  return { account, wallet, chain: createPublicClient({ chain: mainnet, transport }) }
}

test("signs a message", async () => {
  const { account, wallet } = await connect("signing")
  const message = "Hello from wmodal"
  const signature = await wallet.signMessage({ account, message })
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
})

test("pays on the chain", async () => {
  const { account, chain, wallet } = await connect("paying")
  const to = "0x000000000000000000000000000000000000dEaD"
  const hash = await wallet.sendTransaction({ account, to, value: parseEther("0.5") })
  expect((await chain.waitForTransactionReceipt({ hash })).status).toBe("success")
  expect(await chain.getBalance({ address: to })).toBe(parseEther("0.5"))
})

test("rejects a payment when the balance is too low", async () => {
  const { account, wallet } = await connect("poor")
  const value = parseEther("20000")
  await expect(wallet.sendTransaction({ account, to: account, value })).rejects.toThrow(/insufficient funds/i)
})
