/** Chromium's Window Management API, where the user allows it. */
type Place = { readonly availLeft: number; readonly availTop: number; readonly availWidth: number; readonly availHeight: number };
type Screens = { readonly screens: readonly Place[]; readonly currentScreen: Place };

/** One window: opening it again brings it to the front. */
const NAME = 'videoWall2';

/** Opens a window with the address, on another screen if the browser tells where one is. False: the browser blocked it. */
export async function openOnSecondScreen(address: string): Promise<boolean> {
  // first, because the browser allows it for a short time after a click only
  const opened = window.open(address, NAME, 'popup,width=1280,height=720');
  if (!opened) return false;
  const other = await findOtherScreen();
  if (other) {
    opened.moveTo(other.availLeft, other.availTop);
    opened.resizeTo(other.availWidth, other.availHeight);
  }
  opened.focus();
  return true;
}

async function findOtherScreen(): Promise<Place | undefined> {
  const { getScreenDetails } = window as { getScreenDetails?: () => Promise<Screens> };
  try {
    const found = await getScreenDetails?.call(window);
    return found?.screens.find((each) => each !== found.currentScreen);
  } catch {
    // the user declined: the window stays where the browser put it
    return undefined;
  }
}
