import { createHash, createPublicKey, verify } from "node:crypto"
import type { BrowserContext, Page } from "playwright-core"
import { isHex, recoverMessageAddress, recoverPublicKey } from "viem"
import * as z from "zod/mini"
import { getDialog, openWatchedPage, PageError } from "./browser.ts"

const message = "Hello from wmodal"

/** One page of `examples/libraries`, and how its results are checked. */
interface LibraryPage {
  readonly name: string
  /** @throws when the signature is not the account's */
  readonly checkSignature: (account: string, signature: string) => Promise<void>
  /** Returns whether the network has the transaction in a block. */
  readonly isConfirmed: (mock: string, hash: string) => Promise<boolean>
}

const callNode = async (mock: string, chain: string, method: string, params: readonly unknown[]) => {
  const response = await fetch(`${mock}/w/demo/rpc/${chain}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  })
  return z.object({ result: z.unknown() }).parse(await response.json()).result
}

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const decodeBase58 = (text: string, length: number): Buffer => {
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return Buffer.from(value.toString(16).padStart(length * 2, "0"), "hex")
}

const evm: Omit<LibraryPage, "name"> = {
  checkSignature: async (account, signature) => {
    const signer = isHex(signature) ? await recoverMessageAddress({ message, signature }) : null
    if (signer !== account) throw new Error(`${signature} is not signed by ${account}.`)
  },
  isConfirmed: async (mock, hash) => {
    const receipt = await callNode(mock, "eip155:1", "eth_getTransactionReceipt", [hash])
    return z.object({ status: z.literal("0x1") }).safeParse(receipt).success
  },
}

/** The header of an ed25519 key in SPKI. Source: RFC 8410. */
const spki = Buffer.from("302a300506032b6570032100", "hex")

const solana: Omit<LibraryPage, "name"> = {
  checkSignature: async (account, signature) => {
    const der = Buffer.concat([spki, decodeBase58(account, 32)])
    const key = createPublicKey({ key: der, format: "der", type: "spki" })
    if (!verify(null, Buffer.from(message), key, decodeBase58(signature, 64)))
      throw new Error(`${signature} is not signed by ${account}.`)
  },
  isConfirmed: async (mock, hash) => {
    const chain = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
    const statuses = await callNode(mock, chain, "getSignatureStatuses", [[hash]])
    const succeeded = z.object({ value: z.tuple([z.object({ err: z.null() })]) })
    return succeeded.safeParse(statuses).success
  },
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest()

/** The key hash of a P2WPKH address. Source: BIP-173. */
const decodeKeyHash = (address: string): string => {
  const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
  const data = Array.from(address.slice("bc1q".length, -6)).map((letter) => BigInt(letters.indexOf(letter)))
  return data
    .reduce((sum, five) => (sum << 5n) | five, 0n)
    .toString(16)
    .padStart(40, "0")
}

const bitcoin: Omit<LibraryPage, "name"> = {
  // The dev wallet signs by BIP-137: a header, then a signature from which the key is recovered.
  checkSignature: async (account, signature) => {
    const bytes = Buffer.from(signature, "base64")
    const lead = `\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}`
    const key = await recoverPublicKey({
      hash: sha256(sha256(Buffer.from(lead + message))),
      signature: {
        r: `0x${bytes.subarray(1, 33).toString("hex")}`,
        s: `0x${bytes.subarray(33).toString("hex")}`,
        yParity: ((bytes[0] ?? 0) - 27) & 1,
      },
    })
    const [x, y] = [key.slice(4, 68), key.slice(68)]
    const compressed = Buffer.from(`${BigInt(`0x${y}`) % 2n === 0n ? "02" : "03"}${x}`, "hex")
    const hash = createHash("ripemd160").update(sha256(compressed)).digest("hex")
    if (hash !== decodeKeyHash(account)) throw new Error(`${signature} is not signed by ${account}.`)
  },
  isConfirmed: async (mock, hash) => {
    const path = `/w/demo/bitcoin/000000000019d6689c085ae165831e93/api/tx/${hash}`
    const response = await fetch(`${mock}${path}`)
    // A transaction in the mempool is enough: the ledger has checked its scripts and signatures.
    return response.ok
  },
}

const pages: readonly LibraryPage[] = [
  { name: "viem", ...evm },
  { name: "ethers", ...evm },
  { name: "solana-kit", ...solana },
  { name: "wallet-adapter", ...solana },
  { name: "sats-connect", ...bitcoin },
]

/** Presses a button of the page, lets the modal pass the request on, and returns what the page shows. */
const request = async (page: Page, button: string): Promise<string> => {
  const before = await page.getByRole("status").innerText()
  await page.getByRole("button", { name: button, exact: true }).click()
  await getDialog(page).getByRole("button", { name: "Continue", exact: true }).click()
  await getDialog(page).waitFor({ state: "hidden" })
  await page.waitForFunction((old) => {
    const text = document.querySelector("output")?.textContent ?? ""
    return text !== "" && text !== old
  }, before)
  return page.getByRole("status").innerText()
}

const playPage = async (context: BrowserContext, url: string, mock: string, one: LibraryPage) => {
  const { page, problems } = await openWatchedPage(context, `${url}/${one.name}.html`)
  try {
    await page.getByRole("button", { name: "Connect wallet" }).click()
    if (one.name === "sats-connect")
      // The selector of sats-connect, in its own shadow root.
      await page.getByText("All wallets").click()
    await getDialog(page)
      .getByRole("button", { name: /Dev wallet/ })
      .click()
    const account = (await page.getByText(/^Connected: /).innerText()).replace("Connected: ", "")
    await getDialog(page).waitFor({ state: "hidden" })
    await one.checkSignature(account, await request(page, "Sign a message"))
    const hash = await request(page, "Send")
    if (!(await one.isConfirmed(mock, hash))) throw new Error(`The network does not have ${hash}.`)
    // The selector of sats-connect loads a font of another host.
    if (problems.some((problem) => !problem.includes("https://fonts.googleapis.com")))
      throw new Error("It worked, but the browser said:")
  } catch (error) {
    throw new PageError(error, problems, await page.locator("body").innerText())
  }
}

/** Connects, signs and sends with each library. @throws when a page fails, and names it */
export const playLibraries = async (
  visitor: () => Promise<BrowserContext>,
  url: string,
  mock: string,
): Promise<void> => {
  for (const one of pages) {
    const context = await visitor()
    try {
      await playPage(context, url, mock, one)
    } catch (error) {
      throw new Error(`${one.name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
    await context.close()
  }
}
