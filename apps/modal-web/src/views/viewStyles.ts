import { getModalSheets } from "../shell/sheets.ts"
import field from "../ui/field.css?inline"
import "../ui/viewIcons.ts"
import account from "./account/account.css?inline"
import activity from "./activity/activity.css?inline"
import legal from "./connect/legal.css?inline"
import lists from "./connect/lists.css?inline"
import phone from "./connect/phone.css?inline"
import email from "./email/email.css?inline"
import emailField from "./email/emailField.css?inline"
import funding from "./funding/funding.css?inline"
import request from "./request/request.css?inline"
import send from "./send/send.css?inline"
import brand from "./signIn/brand.css?inline"
import signIn from "./signIn/signIn.css?inline"
import swap from "./swap/swap.css?inline"
import late from "./views.css?inline"

const parts = [
  late,
  field,
  phone,
  lists,
  legal,
  account,
  activity,
  request,
  send,
  swap,
  funding,
  emailField,
  email,
  brand,
  signIn,
]

// Every view except the first imports this, so that its styles load with it.
getModalSheets()[2].replaceSync(parts.join(""))
