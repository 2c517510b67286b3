import { SIGNED_IN_COOKIE } from '#src/lib/api/csrf.ts'

/**
 * Runs in the head of every page before anything is painted, so that nothing changes under the reader: `data-js` says
 * that scripts run; `data-auth` is the server's word where it gave one, else what the cookie says, which is there
 * exactly for who is signed in. The same bytes on every page: the Content-Security-Policy knows it by its hash.
 */
export const earlyAuthScript = `(function(d,c){d.js="";d.auth=d.auth||(c?c[1]==="admin"?"admin":"member":"visitor")})(document.documentElement.dataset,/(?:^|; )${SIGNED_IN_COOKIE}=(\\w*)/.exec(document.cookie))`
