import { announceDevWallet } from "@wmodal/dev-wallet"
import { mount } from "svelte"
import App from "./App.svelte"

// Replaces a browser extension. Leave it out of your own app.
announceDevWallet()

mount(App, { target: document.getElementById("app")! })
