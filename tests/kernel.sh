#!/usr/bin/env bash
# Tests draws and kernel where all of `runner` would take too long to compile: with the address sanitizer,
# which sees every read and write beyond what is there, and on 64-bit ARM, in an emulator where the machine
# is another one. The sources of `stats::{columns, kernel, random}` as they are, in a crate of their own.
# What is not there is said to be skipped; Rust's ARM target and Debian's packages are installed where that
# is permitted.
set -euo pipefail
cd "$(dirname "$0")/.."

crate=target/kernel
mkdir -p "$crate/src"
cp Cargo.lock "$crate"
{
    printf '[package]\nname = "kernel"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n'
    grep -E '^(blake3|proptest|rand|rand_pcg|thiserror) = ' Cargo.toml
} > "$crate/Cargo.toml"
{
    echo 'pub mod stats {'
    for module in columns.rs kernel/mod.rs random.rs; do
        name=${module%/mod.rs}
        printf '    #[path = "%s"]\n    pub mod %s;\n' "$PWD/crates/numbers/src/stats/$module" "${name%.rs}"
    done
    echo '}'
} > "$crate/src/lib.rs"

with_sanitizer() {
    local host
    host=$(rustc -vV | sed -n 's/^host: //p')
    if ! cargo +nightly --version >/dev/null 2>&1; then
        echo "skipped: no nightly Rust here, which the address sanitizer needs"
        return
    fi
    RUSTFLAGS=-Zsanitizer=address cargo +nightly test --lib --manifest-path "$crate/Cargo.toml" --target "$host"
}

on_arm() {
    local target=aarch64-unknown-linux-gnu linker=aarch64-linux-gnu-gcc emulator=qemu-aarch64
    if ! [ -d "$(rustc --print target-libdir --target "$target")" ] && ! rustup target add "$target"; then
        echo "skipped: no Rust for $target here, and it could not be installed"
        return
    fi
    if ! { command -v "$linker" && command -v "$emulator"; } >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get install -y -qq --no-install-recommends \
            gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user >/dev/null || true
    fi
    if ! command -v "$linker" >/dev/null || ! command -v "$emulator" >/dev/null; then
        echo "skipped: no $linker or no $emulator here, and they could not be installed"
        return
    fi
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=$linker \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="$emulator -L /usr/aarch64-linux-gnu" \
        cargo test --release --lib --manifest-path "$crate/Cargo.toml" --target "$target"
}

with_sanitizer
on_arm
