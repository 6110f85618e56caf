# shellcheck shell=bash
# Part of ./dev: finds what building and testing need, or installs it, or says how to get it.
#
# What is installed goes into node_modules, or into a cache outside the clone that every clone shares.
# A tool of the right version that is already on the PATH is used instead. Nothing is installed twice.

cache="${XDG_CACHE_HOME:-$HOME/.cache}/kibitzer"
target=wasm32-unknown-unknown
trunk_version=0.21.14 # newer ones need a newer Rust than Cargo.toml asks for

need_rust() {
  have cargo || die "Rust is missing: install it from https://rustup.rs, or with your system's packages (1.95 or newer)"
}

need_lints() {
  need_rust
  have cargo-fmt && have cargo-clippy && return
  say "Adding Rust's formatter and lints"
  have rustup && rustup component add rustfmt clippy && return
  die "cargo fmt or cargo clippy is missing: 'rustup component add rustfmt clippy', or your system's packages"
}

need_target() {
  need_rust
  has_target && return
  say "Adding Rust's target $target"
  have rustup && rustup target add "$target" && return
  can_apt && debian_rust && return
  die "Rust's library for $target is missing: 'rustup target add $target' fetches it, and could not"
}

has_target() { compgen -G "$(rustc --print sysroot)/lib/rustlib/$target/lib/libstd-*" >/dev/null; }

# Where rustup cannot download: Debian's compiler, and the library built from Debian's source of the same version.
debian_rust() {
  PATH="/usr/bin:$PATH"
  if [ -x /usr/bin/rustc ] && has_target; then return; fi
  say "Installing Debian's Rust, and building its library for $target"
  apt_install rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy || return 1
  # The linker is a link to a package that is only recommended.
  [ -e /usr/bin/rust-lld ] || apt_install "$(readlink /usr/bin/rust-lld)" || return 1
  local source build="$cache/rust-library"
  source="/usr/src/rustc-$(rustc --version | cut -d' ' -f2)/library"
  RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zforce-unstable-if-unmarked -Cembed-bitcode=yes" CARGO_PROFILE_RELEASE_DEBUG=0 \
    __CARGO_DEFAULT_LIB_METADATA=wasmstd CARGO_TARGET_DIR="$build" \
    cargo build --release --target "$target" --manifest-path "$source/sysroot/Cargo.toml" \
    --features "panic-unwind compiler-builtins-mem" || return 1
  local library
  library="$(rustc --print sysroot)/lib/rustlib/$target/lib"
  mkdir -p "$library" && cp "$build/$target"/release/deps/*.rlib "$library/"
}

can_apt() { have apt-get && [ "$(id -u)" = 0 ]; }

apt_install() {
  local log
  log=$(mktemp)
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1 ||
    { tail -5 "$log" >&2; return 1; }
}

# The generator must be of exactly the version of the library in Cargo.lock.
need_bindgen() {
  need_rust
  local version home
  version=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/[^0-9.]/, ""); print }' Cargo.lock)
  home="$cache/wasm-bindgen-$version"
  has_bindgen "$version" || PATH="$home/bin:$PATH"
  if ! has_bindgen "$version"; then
    say "Installing wasm-bindgen's generator $version into $home (a few minutes, once)"
    # Its own lock file may name a version that a registry's mirror does not have: then without.
    cargo install wasm-bindgen-cli --version "=$version" --root "$home" --locked ||
      cargo install wasm-bindgen-cli --version "=$version" --root "$home" ||
      die "could not install wasm-bindgen-cli: 'cargo install wasm-bindgen-cli --version =$version' says why"
  fi
}

has_bindgen() {
  [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $1" ] &&
    [ "$(wasm-bindgen-test-runner --version 2>/dev/null)" = "wasm-bindgen-test-runner $1" ]
}

need_node() {
  { have node && have npm; } || die "Node.js with npm is missing: install version 20 or newer from https://nodejs.org or your system's packages"
  local major
  major=$(node -p 'process.versions.node.split(".")[0]')
  [ "$major" -ge 20 ] || die "Node.js is version $major, and 20 or newer is needed: https://nodejs.org"
}

need_packages() {
  need_node
  local lock
  lock=$(digest <package-lock.json)
  [ "$(cat node_modules/.installed-lock 2>/dev/null)" != "$lock" ] || return 0
  say "Installing the development packages of package-lock.json into node_modules"
  npm ci --no-audit --no-fund --loglevel=error ||
    die "npm could not install them: 'npm ci' says why (it needs npm's registry)"
  echo "$lock" >node_modules/.installed-lock
}

# Sets CHROME and CHROMEDRIVER, for the harness and for wasm-bindgen's test runner.
need_chromium() {
  for program in "${CHROME:-}" "${CHROMIUM:-}" "${CHROMEDRIVER:-}"; do
    [ -z "$program" ] || have "$program" || die "there is no program '$program': correct CHROME, CHROMIUM or CHROMEDRIVER, or unset it"
  done
  find_chromium
  if [ -z "$CHROME" ] || [ -z "$CHROMEDRIVER" ]; then
    if can_apt; then
      say "Installing Chromium and its driver with apt-get"
      apt_install chromium chromium-driver || true # found or not is checked below
    else
      download_chromium
    fi
    find_chromium
  fi
  [ -n "$CHROME" ] || die "Chromium is missing: install it (Debian: apt-get install chromium chromium-driver; macOS: Google Chrome), or set CHROME to the program"
  [ -n "$CHROMEDRIVER" ] || die "ChromeDriver is missing: install the one of your browser's version (Debian: chromium-driver; macOS: brew install chromedriver; else https://googlechromelabs.github.io/chrome-for-testing), or set CHROMEDRIVER to the program"
  export CHROME CHROMEDRIVER
}

find_chromium() {
  local mac=/Applications downloaded="$cache/browsers"
  CHROME=$(first "${CHROME:-}" "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
    "$mac/Google Chrome.app/Contents/MacOS/Google Chrome" "$mac/Chromium.app/Contents/MacOS/Chromium" \
    "$downloaded"/chrome/*/*/chrome "$downloaded"/chrome/*/*/*.app/Contents/MacOS/*Testing)
  CHROMEDRIVER=$(first "${CHROMEDRIVER:-}" "$downloaded"/chromedriver/*/*/chromedriver chromedriver)
}

# Sets HEADLESS_SHELL: Chromium without the parts that no window needs. The page tests take a third less with it; where there is
# none, or a browser was named, they run in CHROME. To be called before `need_chromium`, which sets that.
need_headless_shell() {
  HEADLESS_SHELL=
  [ -z "${CHROME:-}${CHROMIUM:-}" ] || return 0
  if ! have chromium-headless-shell && can_apt; then
    say "Installing Chromium's headless shell with apt-get"
    apt_install chromium-headless-shell || true # the ordinary browser does as well
  fi
  HEADLESS_SHELL=$(first chromium-headless-shell)
}

# Sets FIREFOX; where it cannot be had, says so and goes on: `no_browser` has what the summary needs.
need_firefox() {
  find_firefox
  if [ -z "$FIREFOX" ] && can_apt; then
    say "Installing Firefox with apt-get"
    apt_install firefox-esr || apt_install firefox || true # found or not is checked below
    find_firefox
  fi
  [ -n "$FIREFOX" ] || { no_browser Firefox "install it (Debian: apt-get install firefox-esr), or set FIREFOX to the program"; return; }
  export FIREFOX
}

find_firefox() {
  FIREFOX=$(first "${FIREFOX:-}" firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox)
}

# Sets WEBKIT_DRIVER and WEBKIT, its browser; they need a screen, and Xvfb is one.
need_webkit() {
  find_webkit
  if ! has_webkit && can_apt; then
    say "Installing WebKit's driver and Xvfb with apt-get"
    apt_install webkit2gtk-driver xvfb || true # found or not is checked below
    find_webkit
  fi
  has_webkit || { no_browser WebKit "on Debian, apt-get install webkit2gtk-driver xvfb (macOS and Windows have no WebKitGTK), or set WEBKIT_DRIVER to WebKitWebDriver and WEBKIT to MiniBrowser"; return; }
  export WEBKIT_DRIVER WEBKIT
}

find_webkit() {
  WEBKIT_DRIVER=$(first "${WEBKIT_DRIVER:-}" WebKitWebDriver)
  WEBKIT=$(first "${WEBKIT:-}" /usr/lib/*/webkit2gtk-4.1/MiniBrowser /usr/lib/*/webkit2gtk-4.0/MiniBrowser \
    /usr/lib/*/webkitgtk-6.0/MiniBrowser /usr/libexec/webkit2gtk-4.1/MiniBrowser /usr/lib/webkit2gtk-4.1/MiniBrowser)
}

has_webkit() { [ -n "$WEBKIT_DRIVER" ] && [ -n "$WEBKIT" ] && have Xvfb; }

missing=() # browsers that the tests go without

no_browser() {
  missing+=("$1")
  printf '\n!!! %s is missing and could not be installed; its tests will NOT RUN.\n!!! To run them: %s\n' "$1" "$2" >&2
}

# Prints the path of the first of the programs that exists, or nothing.
first() {
  for program in "$@"; do
    if [ -n "$program" ] && have "$program"; then command -v "$program" && return; fi
  done
}

# For ordinary machines without root: the browser makers' own builds, by way of npm.
download_chromium() {
  need_node
  local version=stable
  if [ -n "$CHROME" ]; then # the driver must be of the browser's version
    version=$("$CHROME" --version | grep -oE '[0-9]+' | head -1)
  else
    say "Downloading Chromium into $cache/browsers"
    npx --yes @puppeteer/browsers@2.13.2 install chrome@stable --path "$cache/browsers" || return 0
  fi
  say "Downloading ChromeDriver $version into $cache/browsers"
  npx --yes @puppeteer/browsers@2.13.2 install "chromedriver@$version" --path "$cache/browsers" || return 0
}

need_trunk() {
  need_rust
  PATH="$cache/trunk-$trunk_version/bin:$PATH"
  have trunk && return
  say "Installing Trunk $trunk_version into $cache/trunk-$trunk_version (ten minutes or so, once)"
  cargo install trunk --version "$trunk_version" --locked --no-default-features --features rustls \
    --root "$cache/trunk-$trunk_version" ||
    die "could not install Trunk: 'cargo install trunk --version $trunk_version --locked' says why"
}

# Fonts that a visitor's machine may have, for the tests of the layout: in the cache, not on this machine. tests/www/fonts.mjs
# makes sets of them. Where one cannot be had, its tests are skipped, and this says so.
need_fonts() {
  local folder="$cache/fonts"
  mkdir -p "$folder"
  npm_font dejavu dejavu-fonts-ttf@2.37.3
  npm_font wide @expo-google-fonts/krona-one@0.4.0
  debian_font urw fonts-urw-base35
}

# npm_font NAME PACKAGE
npm_font() {
  [ ! -d "$folder/$1" ] || return 0
  local work
  work=$(mktemp -d)
  say "Downloading fonts into $folder/$1"
  if npm pack --silent --pack-destination "$work" "$2" >/dev/null && tar -xzf "$work"/*.tgz -C "$work" && [ -d "$work/package" ]; then
    mv "$work/package" "$folder/$1"
  else
    warn_fonts "$1" "'npm pack $2' failed"
  fi
  rm -rf "$work"
}

# debian_font NAME PACKAGE
debian_font() {
  [ ! -d "$folder/$1" ] || return 0
  have apt-get && have dpkg-deb || { warn_fonts "$1" "Debian's package $2 is needed, and this is no Debian"; return 0; }
  local work
  work=$(mktemp -d)
  say "Downloading fonts into $folder/$1"
  if (cd "$work" && { apt-get download "$2" || { apt-get update && apt-get download "$2"; }; }) >/dev/null 2>&1 &&
    dpkg-deb -x "$work"/*.deb "$work/files"; then
    mv "$work/files" "$folder/$1"
  else
    warn_fonts "$1" "'apt-get download $2' failed"
  fi
  rm -rf "$work"
}

warn_fonts() {
  missing+=("fonts:$1")
  printf '\n!!! The fonts "%s" are missing: %s.\n!!! Tests of the layout with them will NOT RUN.\n' "$1" "$2" >&2
}
