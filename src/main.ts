/** What Google may call: this list, and nothing else. Each name becomes a top-level function of the bundle. */

export { checkByClock } from './google/check/clock-part.ts';
export { checkFormula } from './google/check/formula-part.ts';
export { formula } from './google/custom-function.ts';
export {
  addAdsDesk,
  addBidsDesk,
  addItemsDesk,
  addReorderDesk,
  archiveGoneRows,
  exportFiles,
  exportToWarehouse,
  installationCheck,
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
  undoLastRun,
} from './google/menu.ts';
export { refreshDue } from './google/trigger-entry.ts';
