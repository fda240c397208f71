import { createHash } from "node:crypto"
import type { DirectoryWallet } from "@wmodal/api"
import { evmNetworks } from "@wmodal/protocol/networks"
import { makeSeededRandom } from "../world/SeededRandom.ts"

/** Fictional names. Two are edge cases: a long one, and one with non-ASCII letters. */
const names = `
  Copperfinch, Bramblekey, Otterpurse, Thistlefold, Lintelkey, Amberlatch, Quillharbour, Applewick,
  Barnacle Purse, Birchpocket, Brightsatchel, Candlewharf, Cedarclasp, Cinderquay, Clovergate,
  Cobblepurse, Cricketfold, Dapplestone, Dewlatch, Driftbuckle, Duskpocket, Elmsatchel, Fablepurse,
  Fennelgate, Fernclasp, Flintwhistle, Foxglove Key, Gablefold, Gingerlock, Gorsepocket, Hazelpouch,
  Heronpurse, Hollowquill, Ivybuckle, Juniperfold, Kelpsatchel, Kestrelbox, Larkspurse, Lichenlatch,
  Maplepouch, Marrowfold, Meadowclasp, Mintbarrow, Mothpocket, Nettlekey, Nimbuspouch, Oakhamper,
  Ospreyfold, Pebblelatch, Plumbarrow, Quailpocket, Quincekey, Reedsatchel, Rookpouch, Saffrongate,
  Sorrelbox, Starlingfold, Tansyclasp, Thimblekey, Umberlatch, Vetchpouch, Walnutfold, Whinpocket,
  Willowbuckle, Wrenhamper, Yarrowbox, Très Petite Échoppe, The Very Patient Lighthouse Keeper’s Purse
`
  .split(",")
  .map((name) => name.trim())

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"
const everyEvm = evmNetworks.map((network) => network.caipNetworkId)
const mainEvm = [1, 10, 56, 100, 137, 8453, 42161, 42220, 43114].map((id) => `eip155:${id}`)

/** Chain sets in rotation. Most wallets support the large EVM networks; few support one chain only. */
const chainSets: readonly (readonly string[])[] = [
  mainEvm,
  [...mainEvm, solana],
  everyEvm,
  [...mainEvm, solana, bitcoin],
  mainEvm,
  [solana],
  ["eip155:1", "eip155:8453", "eip155:11155111"],
  [bitcoin],
]

/** Makes 64 hex digits: a fictional id, the same in every run. */
const makeHash = (text: string) => createHash("sha256").update(`wmodal directory: ${text}`).digest("hex")

/** Makes a UUID that is the same in every run. */
const makeUuid = (text: string) => makeSeededRandom(`wmodal directory: ${text}`).uuid()

/** Keeps letters only, as in a host name. */
const toSlug = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^a-z]/gi, "")
    .slice(0, 24)
    .toLowerCase()

/** Platforms in rotation: phone and extension, phone, extension, web, desktop and phone. */
const availabilities = [
  { phone: true, extension: true, web: false, desktop: false },
  { phone: true, extension: false, web: false, desktop: false },
  { phone: false, extension: true, web: false, desktop: false },
  { phone: true, extension: true, web: true, desktop: false },
  { phone: true, extension: false, web: false, desktop: true },
] as const

/** A wallet of this directory, which always has an image. */
export type ListedWallet = DirectoryWallet & { readonly image_id: string }

const makeListedWallet = (name: string, index: number): ListedWallet => {
  const word = toSlug(name)
  const home = `https://${word}.example`
  const { phone, extension, web, desktop } =
    availabilities[index % availabilities.length] ?? availabilities[0]
  return {
    id: makeHash(name),
    name,
    badge_type: index % 3 === 0 ? "certified" : "none",
    chains: [...(chainSets[index % chainSets.length] ?? mainEvm)],
    homepage: home,
    image_id: makeUuid(`${name} image`),
    order: (index + 1) * 10,
    // Half of the apps open by their own scheme, half by an address.
    mobile_link: phone ? (index % 2 === 0 ? `${word}://` : `${home}/app`) : null,
    desktop_link: desktop ? `${word}://` : null,
    webapp_link: web ? `${home}/web` : null,
    app_store: phone ? `${home}/ios` : null,
    play_store: phone ? `${home}/android` : null,
    chrome_store: extension ? `${home}/chrome` : null,
    rdns: extension ? `example.${word}` : null,
    injected: extension ? [{ namespace: "eip155", injected_id: `is${word}` }] : null,
  }
}

/** The test wallet: the extension of the end-to-end tests announces itself by this rdns. */
const devWallet: ListedWallet = {
  id: makeHash("dev.wmodal.wallet"),
  name: "wmodal Dev Wallet",
  badge_type: "certified",
  chains: [...everyEvm],
  homepage: "https://wmodal.example",
  image_id: makeUuid("dev.wmodal.wallet image"),
  order: (names.length + 1) * 10,
  mobile_link: null,
  desktop_link: null,
  webapp_link: null,
  app_store: null,
  play_store: null,
  chrome_store: "https://wmodal.example/chrome",
  rdns: "dev.wmodal.wallet",
  injected: [{ namespace: "eip155", injected_id: "isWmodalDev" }],
}

/** The whole directory, in listing order. The test wallet is last, since it needs no recommendation. */
export const wallets: readonly ListedWallet[] = [...names.map(makeListedWallet), devWallet]
