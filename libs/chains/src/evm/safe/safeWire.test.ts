import SafeAppsSdk from "@safe-global/safe-apps-sdk"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { readMember } from "../../wallet/readMember.ts"
import { makeSafeProvider } from "./makeSafeProvider.ts"

const origin = "https://app.safe.global"
const safe = `0x${"52".repeat(20)}`
const hash = `0x${"22".repeat(32)}`
const call = { to: `0x${"11".repeat(20)}`, value: "16", data: "0xabcd" }
const typedData = {
  domain: { name: "Shop", chainId: 1 },
  types: { Order: [{ name: "item", type: "string" }] },
  primaryType: "Order",
  message: { item: "tea" },
}

const answers: Readonly<Record<string, unknown>> = {
  getSafeInfo: { safeAddress: safe, chainId: 1, threshold: 1, owners: [safe], isReadOnly: false },
  sendTransactions: { safeTxHash: "0x33" },
  getTxBySafeTxHash: { txStatus: "SUCCESS", txHash: hash },
  signMessage: { messageHash: hash },
  signTypedMessage: { messageHash: hash },
  getOffChainSignature: "0x5161",
  rpcCall: "0x7",
}

/** Makes a window that answers as Safe's page does, asynchronously, and two clients: the published SDK and our provider. */
const setup = async () => {
  const page = new EventTarget()
  let sent: unknown[] = []
  const parent = {
    postMessage: (message: unknown) => {
      const [id, method] = [readMember(message, "id"), readMember(message, "method")]
      expect(id).toEqual(expect.any(String))
      sent.push({ method, params: readMember(message, "params"), env: readMember(message, "env") })
      const data = { id, success: true, version: "9.1.0", data: answers[`${String(method)}`] }
      setTimeout(() =>
        page.dispatchEvent(Object.assign(new Event("message"), { data, source: parent, origin })),
      )
    },
  }
  vi.stubGlobal("window", Object.assign(page, { parent, crypto }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const sdk = new SafeAppsSdk({ allowedDomains: [/^https:\/\/app\.safe\.global$/] })
  const provider = makeSafeProvider({ page, parent, origin, sleep: async () => {} })
  /** Returns what a client has sent during an action, and its result. */
  const record = async <A>(action: () => A | Promise<A>) => {
    sent = []
    const result = await action()
    return { sent, result }
  }
  const request = (method: string, ...params: readonly unknown[]) =>
    record(() => provider.request({ method, params }))
  return { sdk, record, request }
}

describe("the wire of the Safe Apps SDK 9.1.0", () => {
  it("reads account, network and the chain by the SDK's messages", async () => {
    const { record, request, sdk } = await setup()
    const info = await record(() => sdk.safe.getInfo())
    expect(await request("eth_accounts")).toEqual({ sent: info.sent, result: [info.result.safeAddress] })
    const balance = await record(() => sdk.eth.getBalance([safe, "latest"]))
    expect(await request("eth_getBalance", safe, "latest")).toEqual(balance)
  })

  it("proposes a transaction and follows it by the SDK's messages", async () => {
    const { record, request, sdk } = await setup()
    const proposed = await record(() => sdk.txs.send({ txs: [call] }))
    const followed = await record(() => sdk.txs.getBySafeTxHash(proposed.result.safeTxHash))
    const ours = await request("eth_sendTransaction", { ...call, value: "0x10" })
    expect(ours).toEqual({ sent: [...proposed.sent, ...followed.sent], result: followed.result.txHash })
  })

  it("signs messages and typed data by the SDK's messages", async () => {
    const { record, request, sdk } = await setup()
    const info = await record(() => sdk.safe.getInfo())
    const collected = await record(() => sdk.safe.getOffChainSignature(hash))
    const message = await record(() => sdk.txs.signMessage("0x6869"))
    expect(await request("personal_sign", "0x6869", safe)).toEqual({
      sent: [...info.sent, ...message.sent, ...collected.sent],
      result: collected.result,
    })
    const typed = await record(() => sdk.txs.signTypedMessage(typedData))
    expect(await request("eth_signTypedData_v4", safe, JSON.stringify(typedData))).toEqual({
      sent: [...info.sent, ...typed.sent, ...collected.sent],
      result: collected.result,
    })
  })
})
