import { announceDevWallet } from "@wmodal/dev-wallet"
import { createApp } from "vue"
import App from "./App.vue"

// Replaces a browser extension. Leave it out of your own app.
announceDevWallet()

createApp(App).mount("#app")
