import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parsePaymentUri } from "./PaymentUri.ts"

const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq"
const read = (text: string) => {
  const parsed = parsePaymentUri(text)
  if (parsed === null) return null
  return Result.isSuccess(parsed) ? parsed.success : parsed.failure
}

describe("links of Bitcoin, as reported of others", () => {
  it.each([
    ["breez/glow-web#233", `bitcoin:${address}?amount=0.002&label=Shop`, 200_000n],
    ["MutinyWallet/mutiny-node#426", `bitcoin:${address}?amount=0.0001&&lightning=lntbs1`, 10_000n],
    ["spesmilo/electrum#10937", `bitcoin:${address}?amount=0.0001&lightning=lnbc1%00`, 10_000n],
  ])("%s: pays the amount on the chain, and lists what is not used: %s", (_, text, units) => {
    expect(read(text)).toMatchObject({ recipient: address, amount: { _tag: "Units", units } })
  })

  it.each([
    ["ZeusLN/zeus#3204", "bitcoin:?lightning=LNBC1PVJLUEZ", { _tag: "Required", name: "lightning" }],
    ["getAlby/go#438", "bitcoin:?amount=0.1&lno=lno1", { _tag: "Required", name: "amount" }],
    ["getAlby/hub#2131", `bitcoin:${address}?req-pop=x`, { _tag: "Required", name: "req-pop" }],
    ["SatoshiPortal/bullbitcoin-mobile#2629", `bitcoin:${address}/x?to=eve@evil.example`, { _tag: "Form" }],
    ["SatoshiPortal/bullbitcoin-mobile#2629", "bitcoin:eve@evil.example", { _tag: "Form" }],
    ["joinmarket-webui/jam#1477", `bitcoin://${address}?amount=0.01`, { _tag: "Form" }],
  ])("%s: refuses %s, and takes it for no other kind of payment", (_, text, reason) => {
    expect(read(text)).toEqual(reason)
  })
})
