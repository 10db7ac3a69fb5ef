/** What Google may call: this list, and nothing else. Each name becomes a top-level function of the bundle. */

export { checkFormula } from './google/market-check.ts';
export { formula } from './google/custom-function.ts';
export {
  addAdsDesk,
  addBidsDesk,
  addItemsDesk,
  addReorderDesk,
  archiveGoneRows,
  exportFiles,
  exportToWarehouse,
  fetchForFormulas,
  formatThisResult,
  makeGuide,
  makeSupportReport,
  makeToday,
  onInstall,
  onOpen,
  openSidebar,
  pauseAllJobs,
  refreshNow,
  removeDemo,
  setUpStandardJobs,
  sidebarCall,
  tryDemo,
  turnBackIntoFormulas,
  turnFormulasIntoOne,
  undoLastRun,
} from './google/menu.ts';
export { refreshDue } from './google/trigger-entry.ts';
