import { expect, it } from "vitest"
import { isKeySeed } from "./isKeySeed.ts"

it.each([
  "Access zkSync account.\n\nOnly sign this message for a trusted client!",
  "Sign this message to derive your StarkNet private key",
  "Only sign this request if you've initiated an action with Immutable X.",
  "Sign this message to access Loopring Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0",
  "Sign this message to generate your trading keys",
  "Sign this message to access your Umbra account.",
  "Unlock your vault",
  "Create my encryption key pair",
  "action: dYdX STARK Key\nonlySignOn: https://trade.dydx.exchange",
  "name: ApeX\naction: L2 Key\nonlySignOn: https://pro.apex.exchange",
  "Generate your private note",
  "DO NOT EVER SIGN THIS TEXT WITH YOUR PRIVATE KEYS! IT IS ONLY USED FOR DERIVATION OF LNURL-AUTH HASHING-KEY, DISCLOSING ITS SIGNATURE WILL COMPROMISE YOUR LNURL-AUTH IDENTITY",
  "This signature is used for the generation of your encryption key.",
  "Deriving the viewing keys of this browser",
  "Never sign this message on any other website.",
  "Disclosing this signature will compromise your identity.",
  "Privacy Money account sign in",
  "Login to Hinkal Protocol",
  "XMTP : Enable Identity\nba7614e35f5a9b04\n\nFor more info: https://xmtp.org/signatures/",
  "Sign this message to securely access your encrypted secrets on SolSecrets",
  "Signing unlocks your vault",
  "Sign this message to see your shielded balance",
])("returns true for %j", (message) => {
  expect(isKeySeed(message)).toBe(true)
})

it.each([
  "Sign in to app.example",
  "I accept the terms of service. This does not cost anything and sends no transaction.",
  "Welcome to the market! Click to sign in. Your authentication status will reset after 24 hours.",
  "app.example wants you to sign in with your Ethereum account:\n0xf39F\n\nSign in\n\nURI: https://app.example",
  "Confirm that you own this wallet. Nonce: 8xQ2k9Lm0pRt",
  "Vote for proposal 12",
  "We never see your private keys. Do not sign if you did not start this.",
  "Generations of keyboards: vote for the best",
  "Sign this message to prove you have access to this wallet and we'll log you in.",
  "Sign in to access your account",
  "Messages are encrypted. Sign in to read them",
  "Restored reefs: vote for your account's favourite",
  "Sign in to enable trading, please note it is free",
  "Sign to create your profile, note that this costs nothing",
  "app.example wants you to sign in with your Ethereum account:\n0xf39F\n\nSign in to unlock your account\n\nURI: https://app.example",
  "",
])("returns false for %j", (message) => {
  expect(isKeySeed(message)).toBe(false)
})
