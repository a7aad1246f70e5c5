"""A place to download into, new for every run.

A file system in which much was deleted is slow for minutes: ext4 passes over recently deleted inodes. So each run gets a
fresh ext4 on a loop device, and nothing is ever deleted from one that is still to be used.
"""

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from .machine import root_prefix, say, which


class Scratch:
    """Makes the places, in `folder`. `kind` says which sort they are."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0
        self.prefix = root_prefix()
        reason = self.why_no_loop()
        self.loop = reason is None
        self.kind = "fresh loop-mounted ext4 for each run"
        if reason:
            self.kind = f"new folder for each run, since no file system could be loop-mounted ({reason})"
            say(f"NO FRESH FILE SYSTEMS: {reason}. Figures for many files will scatter.")

    def why_no_loop(self):
        """None if a loop mount works here, tried out; else the reason."""
        if self.prefix is None:
            return "neither root nor sudo"
        try:
            with self.mounted(64 << 20):
                return None
        except subprocess.CalledProcessError as error:
            return (error.stderr or str(error)).strip().split("\n")[-1]

    @contextmanager
    def place(self, size):
        """An empty folder on a file system with room for `size` bytes and 150,000 files."""
        if self.loop:
            with self.mounted(size + (3 << 30)) as folder:
                yield folder
        else:
            # Kept until the benchmark ends if it holds many files: deleting them would slow all later runs.
            folder = self.next("folder")
            folder.mkdir()
            yield folder
            if sum(1 for _ in folder.iterdir()) < 100:
                shutil.rmtree(folder)

    @contextmanager
    def mounted(self, size):
        image, mount = self.next("image"), self.next("mount")
        mount.mkdir()
        try:
            with image.open("wb") as file:
                file.truncate(size)
            self.run(which("mkfs.ext4"), "-q", "-F", image)
            # noinit_itable: no kernel thread fills inode tables while the clock runs.
            self.run(*self.prefix, which("mount"), "-o", "loop,noinit_itable", image, mount)
            try:
                folder = mount / "run"
                self.run(*self.prefix, "install", "-d", "-o", str(os.getuid()), folder)
                yield folder
                discard_big(folder)
            finally:
                self.run(*self.prefix, which("umount"), mount)
        finally:
            image.unlink(missing_ok=True)
            mount.rmdir()

    def next(self, name):
        self.count += 1
        return self.folder / f"{name}-{self.count}"

    def run(self, *command):
        subprocess.run(command, check=True, capture_output=True, text=True)


def discard_big(folder):
    """Deletes big files before the unmount, so that no gigabytes go to the disk while the next program runs."""
    for file in folder.iterdir():
        if file.is_file() and file.stat().st_size > 1 << 20:
            file.unlink()


def unmount_leftovers(folder):
    """Ends what a killed benchmark left mounted below `folder`, and deletes it."""
    prefix = root_prefix()
    for line in Path("/proc/mounts").read_text().split("\n"):
        words = line.split()
        if prefix is not None and len(words) > 1 and Path(words[1]).is_relative_to(folder):
            subprocess.run([*prefix, which("umount"), words[1]], check=True)
    shutil.rmtree(folder, ignore_errors=True)
