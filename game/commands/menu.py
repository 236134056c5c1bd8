"""`menu` opens the window with its main menu; without a display, it plays a game out."""

import click

from game.undisturbed import undisturbed


@click.command()
def command() -> None:
    """Open the main menu. Without a display, do the same as `play`."""
    with undisturbed():
        from game.ui.app import display_available, show

    if display_available():
        from game.ui.menu.menu import MenuScreen

        show(MenuScreen)
    else:
        from game.commands.play import command as play

        play.main([], standalone_mode=False)
