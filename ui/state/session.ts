import { createAction, createSelector, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Ability, Layout, Session, Skin, User } from "../lib/session";

/** Fills every slice that knows the reader; the first action of every store. */
export const begin = createAction<Session>("session/begin");

/** How pages are laid out was chosen again, in part. */
export const laidOut = createAction<Partial<Layout> & { skin?: Skin }>("layout/laidOut");

/** So many notifications are unread now. */
export const setWaiting = createAction<number>("session/counted");

/** So many visitors wait for a person now. */
export const lined = createAction<number>("session/lined");

/** What anonymous readers may do, as specified. */
export const DEFAULT_ABILITY: readonly Ability[] = [{ action: "read", subject: "Auth" }];

type Visit = Omit<Session, "user" | "layout">;
const visit: Visit = {
  workspace: null,
  locale: "en",
  dir: "ltr",
  zone: "UTC",
  now: "1970-01-01T00:00:00Z",
  skin: "light",
  readOnly: false,
  working: false,
  csrf: "",
};

const sessionSlice = createSlice({
  name: "session",
  initialState: visit,
  reducers: {},
  extraReducers: (build) =>
    build
      .addCase(begin, (_, { payload: { user: _user, layout: _layout, ...rest } }) => rest)
      .addCase(setWaiting, (state, { payload }) => void (state.unread = payload))
      .addCase(lined, (state, { payload }) => void (state.waiting = payload))
      .addCase(laidOut, (state, { payload: { skin, isRTL } }) => {
        if (skin) state.skin = skin;
        if (isRTL !== undefined) state.dir = isRTL ? "rtl" : "ltr";
      }),
});

const authSlice = createSlice({
  name: "auth",
  initialState: { userData: {} as User | Record<string, never> },
  reducers: {
    /**
     * Signed in again while the page stayed; a document begins with who it is for, and after signing out with nobody.
     */
    login: (state, { payload }: PayloadAction<User>) => void (state.userData = payload),
  },
  extraReducers: (build) => build.addCase(begin, (state, { payload }) => void (state.userData = payload.user ?? {})),
});

const layoutSlice = createSlice({
  name: "layout",
  initialState: {
    isRTL: false,
    menuCollapsed: true,
    menuHidden: false,
    contentWidth: "full",
    navbar: "sticky",
    footer: "hidden",
  } as Layout,
  reducers: {
    menuToggled: (state, { payload }: PayloadAction<boolean>) => void (state.menuCollapsed = payload),
  },
  extraReducers: (build) =>
    build
      .addCase(begin, (_, { payload }) => payload.layout)
      .addCase(laidOut, (state, { payload: { skin: _skin, ...chosen } }) => void Object.assign(state, chosen)),
});

export const { login } = authSlice.actions;
export const { menuToggled } = layoutSlice.actions;

/** The reducers that know the reader, under the specification's names. */
export const readerReducers = { session: sessionSlice.reducer, auth: authSlice.reducer, layout: layoutSlice.reducer };

/** The part of the root state the reader's selectors look at. */
export interface ReaderState {
  session: Visit;
  auth: { userData: User | Record<string, never> };
  layout: Layout;
}

/** The signed-in person, or null. */
export const selectUser = (state: ReaderState): User | null =>
  "id" in state.auth.userData ? (state.auth.userData as User) : null;

/** What the reader may do. */
export const selectAbility = (state: ReaderState): readonly Ability[] => selectUser(state)?.ability ?? DEFAULT_ABILITY;

/** The session as one thing again. */
export const selectSession = createSelector(
  [(s: ReaderState) => s.session, selectUser, (s: ReaderState) => s.layout],
  (rest, user, layout): Session => ({ ...rest, user, layout }),
);
