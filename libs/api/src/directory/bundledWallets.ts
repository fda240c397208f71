import type { DirectoryWallet } from "./contract.ts"

/** The main network represents its whole namespace. */
const evm = "eip155:1"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"

/**
 * Well-known wallets under the ids of the public directory, in display order.
 * Without images, which are trademarks. Source of the ids: the AppKit 1.7.2 wire.
 */
export const bundledWallets: readonly DirectoryWallet[] = [
  {
    id: "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96",
    name: "MetaMask",
    homepage: "https://metamask.io",
    rdns: "io.metamask",
    chains: [evm, solana],
  },
  {
    id: "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0",
    name: "Trust Wallet",
    homepage: "https://trustwallet.com",
    rdns: "com.trustwallet.app",
    chains: [evm, solana],
  },
  {
    id: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
    name: "Coinbase Wallet",
    homepage: "https://www.coinbase.com/wallet",
    rdns: "com.coinbase.wallet",
    chains: [evm, solana],
  },
  {
    id: "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709",
    name: "OKX Wallet",
    homepage: "https://www.okx.com",
    rdns: "com.okex.wallet",
    chains: [evm, solana, bitcoin],
  },
  {
    id: "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393",
    name: "Phantom",
    homepage: "https://phantom.com",
    rdns: "app.phantom",
    chains: [solana, evm, bitcoin],
  },
  {
    id: "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662",
    name: "Bitget Wallet",
    homepage: "https://web3.bitget.com",
    chains: [evm, solana, bitcoin],
  },
  {
    id: "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79",
    name: "Solflare",
    homepage: "https://solflare.com",
    chains: [solana],
  },
  {
    id: "2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0",
    name: "Backpack",
    homepage: "https://backpack.app",
    chains: [solana, evm],
  },
  {
    id: "2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b",
    name: "Xverse",
    homepage: "https://www.xverse.app",
    chains: [bitcoin],
  },
  {
    id: "483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13",
    name: "Leather",
    homepage: "https://leather.io",
    chains: [bitcoin],
  },
  {
    id: "8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6",
    name: "Magic Eden",
    homepage: "https://wallet.magiceden.io",
    chains: [solana, evm, bitcoin],
  },
  {
    id: "2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01",
    name: "Coin98 Wallet",
    homepage: "https://coin98.com",
    chains: [evm, solana],
  },
  {
    id: "85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041",
    name: "Frontier",
    chains: [evm, solana],
  },
  {
    id: "225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f",
    name: "Safe",
    homepage: "https://safe.global",
    chains: [evm],
  },
  {
    id: "19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927",
    name: "Ledger",
    homepage: "https://www.ledger.com",
    chains: [evm, solana, bitcoin],
  },
]
