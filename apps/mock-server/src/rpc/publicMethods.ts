/**
 * Whether a node on the public side would serve the method. It reads and broadcasts, and holds no keys:
 * anvil's own methods (`anvil_`, `evm_`, `hardhat_`, ...) and its unlocked accounts are for the control API.
 * `eth_sendRawTransactionSync` waits for a block that comes only after it.
 */
export const isPublicMethod = (method: string): boolean =>
  /^(?:eth|net|web3|debug|trace|txpool)_/.test(method) &&
  !/^eth_(?:accounts$|requestAccounts$|sign|sendTransaction|sendUnsignedTransaction|sendRawTransactionSync)/.test(
    method,
  )
