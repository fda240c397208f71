import * as siwx from "@wmodal/protocol/siwx"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const expected = { domain: "app.example", nonce: "0123456789ab" }

/** A ReCap with abilities of two namespaces: the client chooses what it has. */
const resources = siwx.addToRecap([], "eip155", ["personal_sign", "eth_sendTransaction"])

const makeMessage = (statement) =>
  siwx.printSiwxMessage({
    blockchain: "Ethereum",
    domain: expected.domain,
    address: account.address,
    statement,
    uri: "https://app.example/login",
    version: "1",
    chainId: "1",
    nonce: expected.nonce,
    issuedAt: new Date().toISOString(),
    resources,
  }).success

/** Returns the options of `verifySiwx` for a signed message whose statement describes a ReCap. */
export const signRecap = async (wording) => {
  const message = makeMessage(siwx[wording](siwx.parseRecap(resources.at(-1))))
  return { message, signature: await account.signMessage({ message }), expected }
}

/** Returns the options of `verifyCacao` for the same as a wallet of WalletConnect returns it. */
export const formatCacao = async () => {
  const payload = {
    domain: expected.domain,
    aud: "https://app.example/login",
    version: "1",
    nonce: expected.nonce,
    iat: new Date().toISOString(),
    iss: `did:pkh:eip155:1:${account.address}`,
    resources,
  }
  const cacao = { h: { t: "caip122" }, p: payload, s: { t: "eip191", s: "" } }
  const message = siwx.toSignedMessage(cacao).success
  return { cacao: { ...cacao, s: { t: "eip191", s: await account.signMessage({ message }) } }, expected }
}
