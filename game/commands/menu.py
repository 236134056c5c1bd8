"""What happens without a command: the window opens on its main menu; without a display a game is played out."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """Open the window on its main menu. Without a display it does what `play` does."""
    from game.ui.app import display_available, show

    if display_available():
        from game.ui.menu.menu import MenuScreen

        show(MenuScreen)
        return
    from game.commands.play import command as play

    play.main([], standalone_mode=False)
