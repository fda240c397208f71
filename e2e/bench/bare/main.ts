const dialog = document.querySelector("dialog")
document.querySelector("button")?.addEventListener("click", async () => {
  const { render } = await import("./list.ts")
  if (dialog === null) return
  render(dialog)
  dialog.showModal()
})
