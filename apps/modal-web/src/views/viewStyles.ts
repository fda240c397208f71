import { getModalSheets } from "../shell/sheets.ts"
import field from "../ui/field.css?inline"
import ui from "../ui/lateUi.css?inline"
import "../ui/viewIcons.ts"
import account from "./account/account.css?inline"
import activity from "./activity/activity.css?inline"
import legal from "./connect/legal.css?inline"
import lists from "./connect/lists.css?inline"
import phone from "./connect/phone.css?inline"
import email from "./email/email.css?inline"
import emailField from "./email/emailField.css?inline"
import brand from "./signIn/brand.css?inline"
import signIn from "./signIn/signIn.css?inline"
import views from "./views.css?inline"

const parts = [ui, views, field, phone, lists, legal, account, activity, emailField, email, brand, signIn]

// Every view except the first imports this, so that its styles load with it. Those of payments are in paymentStyles.ts.
getModalSheets()[2].replaceSync(parts.join(""))
