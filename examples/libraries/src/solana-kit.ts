import {
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  lamports,
  pipe,
  type SignatureBytes,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  type TransactionSendingSigner,
} from "@solana/kit"
import { getTransferSolInstruction } from "@solana-program/system"
import { message, onPress, showAccount } from "./page"
import { modal, nodeUrl, recipient } from "./solana"

modal.subscribeAccount((account) => showAccount(account?.address))

const getProvider = () => {
  const provider = modal.getProvider("solana")
  if (!provider?.publicKey) throw new Error("No wallet is connected.")
  return { provider, publicKey: provider.publicKey }
}

/** The connected wallet as a signer of Kit: the modal takes Kit's transactions as they are. */
const getSigner = (): TransactionSendingSigner => {
  const { provider, publicKey } = getProvider()
  return {
    address: address(publicKey),
    signAndSendTransactions: async (transactions) => {
      const signatures: SignatureBytes[] = []
      for (const transaction of transactions) {
        const signature = String(await provider.signAndSendTransaction(transaction))
        signatures.push(getBase58Encoder().encode(signature) as SignatureBytes)
      }
      return signatures
    },
  }
}

onPress("sign", async () => {
  const signature = await getProvider().provider.signMessage(message)
  if (!(signature instanceof Uint8Array)) throw new Error("The wallet returned no signature.")
  return getBase58Decoder().decode(signature)
})

onPress("send", async () => {
  const signer = getSigner()
  const { value: blockhash } = await createSolanaRpc(nodeUrl).getLatestBlockhash().send()
  const payment = pipe(
    createTransactionMessage({ version: 0 }),
    (tx) => setTransactionMessageFeePayerSigner(signer, tx),
    (tx) => setTransactionMessageLifetimeUsingBlockhash(blockhash, tx),
    (tx) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: { ...signer },
          destination: address(recipient),
          amount: lamports(1_000_000n),
        }),
        tx,
      ),
  )
  return getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(payment))
})
