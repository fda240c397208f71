const { wmodal, announceDevWallet } = globalThis
const element = (id) => document.getElementById(id)

announceDevWallet?.()

wmodal.subscribe(({ account }) => {
  element("account").hidden = account === null
  element("address").textContent = account?.address ?? ""
})

element("sign").addEventListener("click", async () => {
  const params = ["Hello from wmodal", wmodal.getAccount("eip155")?.address]
  try {
    element("result").textContent = await wmodal
      .getProvider("eip155")
      .request({ method: "personal_sign", params })
  } catch (error) {
    element("result").textContent = error.message
  }
})
