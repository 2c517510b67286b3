import { STORED_USER_KEY } from '#src/lib/auth-state.ts'
import { SIGNED_IN_COOKIE } from '#src/lib/csrf.ts'

/**
 * Runs in the head of every page before anything is painted, so that the header does not change under the reader:
 * `data-js` says that scripts run; `data-auth` is the server's word where it gave one, else what the cookie and the
 * stored copy say, else `unknown`. The same bytes on every page: the Content-Security-Policy knows it by its hash.
 */
export const earlyAuthScript = `(function(d,r){d.js="";if(d.auth)return;r="visitor";if(/(^|; )${SIGNED_IN_COOKIE}=/.test(document.cookie)){r="unknown";try{r=JSON.parse(localStorage.getItem("${STORED_USER_KEY}")).role==="admin"?"admin":"member"}catch(e){}}d.auth=r})(document.documentElement.dataset)`
