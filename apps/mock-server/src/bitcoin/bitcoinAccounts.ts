/**
 * Five accounts of the well-known test mnemonic `test test test test test test test test test test test junk`, with
 * money in every world. `segwit` is `m/84'/c'/0'/0/i`, `taproot` `m/86'/c'/0'/0/i`, `nested` (P2SH-P2WPKH)
 * `m/49'/c'/0'/0/i`, `legacy` `m/44'/c'/0'/0/i`; `c` is 0 on mainnet and 1 on testnet. Their keys are public.
 */
export interface BitcoinAccount {
  readonly segwit: string
  readonly taproot: string
  readonly nested: string
  readonly legacy: string
}

/** The test accounts of the Bitcoin networks, from the test mnemonic. */
export const bitcoinAccounts: Readonly<Record<"mainnet" | "testnet", readonly BitcoinAccount[]>> = {
  mainnet: [
    {
      segwit: "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
      taproot: "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l",
      nested: "39sr5B8UAdxeoXbnpdw4frfxXwWwEChwzp",
      legacy: "1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1",
    },
    {
      segwit: "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq",
      taproot: "bc1p0lks35d0spqsvz2t3t0kqus38wrlpmcjtvvupkfkwdrzfh6zjyps9rvd6v",
      nested: "37EtUYWDGFUYhF65JqZMkkiUd4dDmwHv8J",
      legacy: "14RBPsg6mBkLSJokkzeuoCkTtoeD3nK2Kz",
    },
    {
      segwit: "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c",
      taproot: "bc1p6f0xvqe892y0fvm2hwnmmj6fzczp7lx6tluvwhymcca4d7a45jjsgzlsdv",
      nested: "3B9F7Smod2KrRVT4tzodovWhxk4YEJyr7J",
      legacy: "1CvVq3DvykCiuKztE29EsLzvmgbbcWQWBr",
    },
    {
      segwit: "bc1qcqp7wgm6ke7zvwqnyy5a52ratfuhufw0zhpmxg",
      taproot: "bc1prleszyly6wky4xtse5l08klr0z7duwyj2z59j66km7j8jkvrde9qc09cx7",
      nested: "3A8fg1FotWaxizX9Q4rTs2Z1KHqG2zBqbV",
      legacy: "1PKTCMqJj6WaxjvsJ5MS4eD9c9y4kFKBmw",
    },
    {
      segwit: "bc1qrun8yxx8rtqgj366lpas72g6q85dax6zr9jvds",
      taproot: "bc1pwvm0vsxxl783w3x9psduqztqzju9hcnpf3k0gdkkm204m0cmgmts3feqlc",
      nested: "39gds78EiBNYL838TqJxR6iAYywGBo3koo",
      legacy: "183tGKoJnN1CuPLKBrmA4AzdAdpjLyhuTo",
    },
  ],
  testnet: [
    {
      segwit: "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8",
      taproot: "tb1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzsgnnjhk",
      nested: "2N2bjA9C1maBSJQJgeLGgcfLJvmEdTL7xXW",
      legacy: "n118YqfT1hk8uvXcqcy4fwLDfVQfJpQTaS",
    },
    {
      segwit: "tb1qlqj2pdsteppkcr8jkp9ms0wpvey89tna99888m",
      taproot: "tb1p6g8r5e8jvnvukaqgdauwag8lfkzvz3dng4057kv7avnpxpkghdks0lagc0",
      nested: "2N3E5mefYpod7YsAsRuaU7n1wN7T9Q5zMy5",
      legacy: "mkvPoVpqPpSAs9AAZsq9WpBzmud4onV7Tb",
    },
    {
      segwit: "tb1qwqwxn0pae964jk3zu8zxr3lu2jyj0p7m5wwm69",
      taproot: "tb1pw4n0e9av3evnyt7j7x3wgrjrttqr4482x7kwpp78g7wnue59mvns58699q",
      nested: "2N7eXXMyVX724NAhYYK2bu2YXaAsGfGAQg4",
      legacy: "n2a5Z1hEPMAjnWJJKeM65SR19w3brAxCBJ",
    },
    {
      segwit: "tb1q0rvyhr5465rrdfmavlj67u7ru5vr434cdwetzs",
      taproot: "tb1plafgmyp8xpy9fvljgmeaea57zsad2aqujxcqmag6u9r3zpmyg6aq507nuy",
      nested: "2MtDiXKcEraGvbRJ3ZZzPAB62vgSS7QgoAt",
      legacy: "mxnxSjdSGaV8qXXH6iA8VKFCijJdkTC8Z1",
    },
    {
      segwit: "tb1qvlwxpcmszwutam7ykvwc272r748a9zzsqm7sze",
      taproot: "tb1p0lxykduwlrn4th0xxpkvthqp65gdtra9u37v6hph0qzdj30p0mmsqsmh4n",
      nested: "2N5jHggANKJYmScdfT1zdPHJNAfKP5cXvUx",
      legacy: "mgNULR3xyZ1TJoRySY91qm89TYjVtFqhMJ",
    },
  ],
}

/**
 * The miner: the segwit address of `m/84'/c'/0'/0/9` of the same mnemonic. Its newest hundred coinbase outputs are
 * immature, so that a wallet that spends them fails.
 */
export const bitcoinMiner: Readonly<Record<"mainnet" | "testnet", string>> = {
  mainnet: "bc1qp9dt7umyhmee7lm5raau62uq4m3dfpnsvz743g",
  testnet: "tb1qkf7j3rkd7qd4j0kf23g6x0mmczaykvtwx8fmh6",
}

/** Satoshis of the UTXOs of each address of an account: large ones, small ones, and one hardly worth its fee. */
export const startingUtxoValues: readonly bigint[] = [
  100_000_000n,
  25_000_000n,
  5_000_000n,
  100_000n,
  10_000n,
  600n,
]
