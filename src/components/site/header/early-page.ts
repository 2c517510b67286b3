/**
 * Runs in the head of every page. Until the page's scripts are there it keeps which buttons outside of islands were
 * pressed (the menus, the tabs of a module, a video's play button) and presses them then; a button that did not
 * answer and was pressed again is meant once. Islands do so themselves (`lib/islands/early-input.ts`).
 * It says whether the address names a module (`data-m`), so that a course opens no other one before its scripts are there.
 * And it marks pictures that came, or did not: neither event comes again for who listens later.
 * A page that comes is not captured for the transition to it: no press would reach it (`styles/site.css`).
 * A view transition that the browser gives up (somebody goes on before the page is shown) rejects a promise that nobody
 * has: the page is there without it, so this is no error.
 */
export const earlyPageScript = `(function(d,k,t){function p(e){t=e.target.closest&&e.target.closest("button[type=button]");if(t&&!t.closest("astro-island")&&k[k.length-1]!==t)k.push(t)}function i(e){t=e.target;if(t.tagName==="IMG")t.dataset[e.type]=""}if(/[?&]m=/.test(location.search))d.documentElement.dataset.m="";d.addEventListener("click",p,true);d.addEventListener("DOMContentLoaded",function(){d.removeEventListener("click",p,true);k.forEach(function(b){b.click()})});d.addEventListener("load",i,true);d.addEventListener("error",i,true);addEventListener("pagereveal",function(e){var v=e.viewTransition,s=d.documentElement.style;if(v){s.viewTransitionName="none";v.finished.finally(function(){s.viewTransitionName=""})}});addEventListener("unhandledrejection",function(e){if(e.reason instanceof DOMException&&/transition/i.test(e.reason.message))e.preventDefault()})})(document,[])`
