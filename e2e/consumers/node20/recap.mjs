import {
  addToRecap,
  describeRecap,
  describeRecapByAction,
  parseRecap,
  printSiwxMessage,
  toSignedMessage,
} from "@wmodal/protocol/siwx"
import { privateKeyToAccount } from "viem/accounts"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const expected = { domain: "app.example", nonce: "0123456789ab" }

/** A ReCap with abilities of two namespaces: the client chooses what it has. */
const resources = addToRecap([], "eip155", ["personal_sign", "eth_sendTransaction"])

const makeMessage = (statement) =>
  printSiwxMessage({
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

/** The two ways to word a ReCap: ERC-5573's and that of WalletConnect's clients. */
export const wordings = [describeRecap, describeRecapByAction]

/** Returns the options of `verifySiwx` for a signed message whose statement describes a ReCap. */
export const signRecap = async (describe) => {
  const message = makeMessage(describe(parseRecap(resources.at(-1))))
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
  const message = toSignedMessage(cacao).success
  return { cacao: { ...cacao, s: { t: "eip191", s: await account.signMessage({ message }) } }, expected }
}
